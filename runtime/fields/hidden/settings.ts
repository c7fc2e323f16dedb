export const hiddenSettings = {}
