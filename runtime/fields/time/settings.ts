export const timeSettings = {}
