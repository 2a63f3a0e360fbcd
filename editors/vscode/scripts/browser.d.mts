/** Where Chromium is; fails where there is none. */
export function browserPath(): string;
