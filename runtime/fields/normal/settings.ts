export const normalSettings = {}
