export const yearSettings = {}
