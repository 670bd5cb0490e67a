// Names the functions of page/core.js that the core calls, so that emscripten's linker knows them.
mergeInto(LibraryManager.library, { nook_progress: function () {} });
