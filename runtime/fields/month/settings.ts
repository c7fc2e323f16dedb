export const monthSettings = {}
