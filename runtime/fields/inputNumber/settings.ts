/** `length` and `scale`, which limit a number, are common to all fields. */
export const inputNumberSettings = {}
