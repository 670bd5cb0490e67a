//! Why a call failed.
use core::fmt;

/// Why a call failed. A refused call changes nothing, except that outputs may hold garbage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A buffer has fewer bytes than its constant in this crate says.
    TooSmall {
        /// The member of `Memory`, or the argument.
        buffer: &'static str,
        /// Bytes that it needs.
        need: usize,
        /// Bytes that it has.
        have: usize,
    },
    /// A buffer does not begin at a multiple of its alignment.
    Misaligned {
        /// The member of `Memory`, or the argument.
        buffer: &'static str,
        /// The alignment that it needs, in bytes.
        need: usize,
    },
    /// `push_rows` got a part of a row.
    PartOfARow {
        /// Elements of one row.
        need: usize,
        /// Elements that were passed.
        have: usize,
    },
    /// Not a failure: the network needs more runs for its next result, and the outputs hold nothing new.
    NotReady,
    /// Calls in the wrong order: a row after the last one, or `finish` before it.
    BadState,
    /// The constants belong to another network or target, or are damaged.
    BadConstants,
    /// The saved state belongs to another network or plan.
    OtherState,
    /// The loops of the network reached the limit of `--while-limit`.
    Limit,
    /// Another `nook_status`.
    Status(i32),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::TooSmall { buffer, need, have } => {
                write!(f, "{} needs {} bytes and has {}", buffer, need, have)
            }
            Error::Misaligned { buffer, need } => {
                write!(
                    f,
                    "{} does not begin at a multiple of {} bytes",
                    buffer, need
                )
            }
            Error::PartOfARow { need, have } => {
                write!(
                    f,
                    "rows have {} elements each, but there are {}",
                    need, have
                )
            }
            Error::NotReady => f.write_str("more runs are needed for the next result"),
            Error::BadState => f.write_str("rows and finish in the wrong order"),
            Error::BadConstants => f.write_str("the constants are not those of this network"),
            Error::OtherState => f.write_str("the state is that of another network or plan"),
            Error::Limit => f.write_str("the loops of the network reached their limit"),
            Error::Status(code) => write!(f, "nook_status {}", code),
        }
    }
}

#[allow(dead_code)]
pub(crate) fn status(code: i32) -> Result<(), Error> {
    match code {
        0 => Ok(()),
        1 => Err(Error::OtherState),
        8 => Err(Error::BadState),
        11 => Err(Error::BadConstants),
        12 => Err(Error::NotReady),
        13 => Err(Error::Limit),
        other => Err(Error::Status(other)),
    }
}

#[allow(dead_code)]
pub(crate) fn aligned<T>(buffer: &'static str, at: *const T, need: usize) -> Result<(), Error> {
    if at as usize % need == 0 {
        Ok(())
    } else {
        Err(Error::Misaligned { buffer, need })
    }
}

#[allow(dead_code)]
pub(crate) fn suits(
    buffer: &'static str,
    memory: &[u8],
    bytes: usize,
    alignment: usize,
) -> Result<(), Error> {
    if memory.len() < bytes {
        return Err(Error::TooSmall {
            buffer,
            need: bytes,
            have: memory.len(),
        });
    }
    aligned(buffer, memory.as_ptr(), alignment)
}
