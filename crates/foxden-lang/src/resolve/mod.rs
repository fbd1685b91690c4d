//! Where the text behind a URL is found.
