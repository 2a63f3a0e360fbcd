//! The games line by line, as the course's programs play them.
