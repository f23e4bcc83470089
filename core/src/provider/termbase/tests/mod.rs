mod find;
mod tbx;
