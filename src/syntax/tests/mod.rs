//! Tests of the whole layer: real files, mistakes, hostile input.

mod real;
