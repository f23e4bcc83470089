mod find;
mod inflection;
mod tbx;
