//! On a screen: twenty48.
