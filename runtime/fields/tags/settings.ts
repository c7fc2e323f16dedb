export const tagsSettings = {}
