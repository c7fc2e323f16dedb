export const linkSettings = {}
