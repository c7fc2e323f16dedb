export const pcaSettings = {}
