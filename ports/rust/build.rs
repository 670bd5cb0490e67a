//! Compiles the C sources of this crate, without other crates. Another compiler: `CC_<target>`, `TARGET_CC` or, for this
//! machine, `CC`; likewise `AR`, and `CFLAGS` for more flags.
use std::env;
use std::path::{Path, PathBuf};
use std::process::{exit, Child, Command};

// NAME, TARGET of nook, SOURCES, FLAGS, TARGETS of cargo, MATH
include!("sources.rs");

fn main() {
    if let Err(message) = build() {
        eprintln!("error: {}", message);
        exit(1);
    }
}

fn build() -> Result<(), String> {
    let target = env::var("TARGET").map_err(|_| "TARGET is not set: run by cargo only")?;
    if !TARGETS.is_empty() && !TARGETS.iter().any(|known| target.starts_with(known)) {
        return Err(format!(
            "this crate is for --target {} of nook, not for {}: cargo build --target {}...",
            TARGET,
            target,
            TARGETS.first().unwrap_or(&"")
        ));
    }
    let out =
        PathBuf::from(env::var("OUT_DIR").map_err(|_| "OUT_DIR is not set: run by cargo only")?);
    let prefix = tools(&target);
    let compiler = named("CC", &target)
        .unwrap_or_else(|| prefix.clone() + if prefix.is_empty() { "cc" } else { "gcc" });
    let archiver = named("AR", &target).unwrap_or_else(|| prefix.clone() + "ar");
    let mut flags: Vec<String> = [
        "-std=c99",
        "-O2",
        "-ffp-contract=off",
        "-ffunction-sections",
        "-fdata-sections",
        "-Ic",
    ]
    .iter()
    .map(|flag| flag.to_string())
    .collect();
    flags.extend(core_flags(&target)?);
    if !target.contains("-none") {
        flags.push("-fPIC".to_string());
    }
    if let Some(more) = named("CFLAGS", &target) {
        flags.extend(more.split_whitespace().map(String::from));
    }
    let objects = compile(&compiler, &flags, &out)?;
    let library = out.join(format!("lib{}.a", NAME));
    let _ = std::fs::remove_file(&library);
    run(
        Command::new(&archiver)
            .arg("crs")
            .arg(&library)
            .args(&objects),
        &archiver,
    )?;
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static={}", NAME);
    if MATH {
        link_math(&compiler, &flags, &target);
    }
    println!("cargo:rerun-if-changed=c");
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}

/// The value of CC_<target>, TARGET_CC or CC, as with the crate `cc`. A CC without a target's name is for programs
/// of this machine when cargo builds for another one.
fn named(variable: &str, target: &str) -> Option<String> {
    let here = env::var("HOST").ok().as_deref() == Some(target);
    let mut names = vec![
        format!("{}_{}", variable, target),
        format!("{}_{}", variable, target.replace('-', "_")),
    ];
    names.push(format!(
        "{}_{}",
        if here { "HOST" } else { "TARGET" },
        variable
    ));
    if here {
        names.push(variable.to_string());
    }
    names.iter().find_map(|name| {
        println!("cargo:rerun-if-env-changed={}", name);
        env::var(name).ok()
    })
}

/// The prefix of the tools of a target.
fn tools(target: &str) -> String {
    if target.starts_with("thumb") {
        "arm-none-eabi-".to_string()
    } else if target.starts_with("riscv32") && target.contains("-none") {
        "riscv64-unknown-elf-".to_string()
    } else if target.starts_with("xtensa") {
        "xtensa-esp32-elf-".to_string()
    } else if env::var("HOST").ok().as_deref() == Some(target) {
        String::new()
    } else {
        target.replace("-unknown", "") + "-"
    }
}

fn core_flags(target: &str) -> Result<Vec<String>, String> {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| flag.to_string()).collect();
    let hard = target.ends_with("eabihf");
    if !FLAGS.is_empty() {
        if hard && !FLAGS.contains(&"-mfloat-abi=hard") {
            return Err(format!(
                "--target {} of nook has no FPU: cargo build --target {}",
                TARGET,
                target.trim_end_matches("hf")
            ));
        }
        // Code for an FPU may be called by code without: the values are passed in other registers.
        for flag in flags
            .iter_mut()
            .filter(|flag| *flag == "-mfloat-abi=hard" && !hard)
        {
            *flag = "-mfloat-abi=softfp".to_string();
        }
    } else if target.starts_with("thumb") {
        let core = target.split('-').next().unwrap_or("");
        let march = match core {
            "thumbv6m" => "-march=armv6-m",
            "thumbv7m" => "-march=armv7-m",
            "thumbv7em" => "-march=armv7e-m",
            "thumbv8m.base" => "-march=armv8-m.base",
            _ => "-march=armv8-m.main",
        };
        let fpu = if core == "thumbv7em" {
            "-mfpu=fpv4-sp-d16"
        } else {
            "-mfpu=fpv5-sp-d16"
        };
        flags.extend([march, "-mthumb"].iter().map(|flag| flag.to_string()));
        if hard {
            flags.extend(
                ["-mfloat-abi=hard", fpu]
                    .iter()
                    .map(|flag| flag.to_string()),
            );
        } else {
            flags.push("-mfloat-abi=soft".to_string());
        }
    } else if target.starts_with("riscv32") && target.contains("-none") {
        let isa = target
            .split('-')
            .next()
            .unwrap_or("")
            .replace("riscv32", "rv32");
        let abi = if isa.contains('f') {
            "-mabi=ilp32f"
        } else {
            "-mabi=ilp32"
        };
        flags.extend([format!("-march={}", isa), abi.to_string()]);
    }
    // Debian's compiler for RISC-V has no C library of its own.
    if target.starts_with("riscv32") && Path::new("/usr/lib/picolibc/riscv64-unknown-elf").is_dir()
    {
        flags.push("--specs=picolibc.specs".to_string());
    }
    Ok(flags)
}

fn compile(compiler: &str, flags: &[String], out: &Path) -> Result<Vec<PathBuf>, String> {
    let jobs = env::var("NUM_JOBS")
        .ok()
        .and_then(|jobs| jobs.parse().ok())
        .unwrap_or(1usize)
        .max(1);
    let mut objects = Vec::new();
    for part in SOURCES.chunks(jobs) {
        let mut started: Vec<(Child, &str)> = Vec::new();
        for source in part {
            let object = out.join(source.replace('/', "_") + ".o");
            let child = Command::new(compiler)
                .args(flags)
                .arg("-c")
                .arg(source)
                .arg("-o")
                .arg(&object)
                .spawn();
            started.push((
                child.map_err(|why| format!("{}: {}; set CC_<target>", compiler, why))?,
                source,
            ));
            objects.push(object);
        }
        for (mut child, source) in started {
            match child.wait() {
                Ok(done) if done.success() => {}
                _ => return Err(format!("{} can't compile {}", compiler, source)),
            }
        }
    }
    Ok(objects)
}

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    match command.status() {
        Ok(done) if done.success() => Ok(()),
        Ok(done) => Err(format!("{} failed: {}", name, done)),
        Err(why) => Err(format!("{}: {}", name, why)),
    }
}

/// Links the functions of math.h; without an operating system the C compiler knows where they are.
fn link_math(compiler: &str, flags: &[String], target: &str) {
    if target.contains("-none") {
        if let Ok(said) = Command::new(compiler)
            .args(flags)
            .arg("-print-file-name=libm.a")
            .output()
        {
            let library = String::from_utf8_lossy(&said.stdout).trim().to_string();
            if let Some(folder) = Path::new(&library)
                .parent()
                .filter(|folder| folder.is_absolute())
            {
                println!("cargo:rustc-link-search=native={}", folder.display());
            }
        }
        println!("cargo:rustc-link-lib=m");
        println!("cargo:rustc-link-lib=c");
    } else if !target.contains("-windows") {
        println!("cargo:rustc-link-lib=m");
    }
}
