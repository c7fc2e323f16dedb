export const umeditorSettings = {}
