//! On a screen: tetrisito.
