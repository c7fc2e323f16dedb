export const dateSettings = {}
