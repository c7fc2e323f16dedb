export const qrcodeSettings = {}
