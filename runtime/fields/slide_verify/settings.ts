export const slideVerifySettings = {}
