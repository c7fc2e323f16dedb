export const inputPopSettings = {}
