import { textValue } from '../parts/text-value.ts'

/** A code of more letters would be too fine to be read from a screen. */
export const qrLimit = 500

export const qrcodeValue = textValue('qrcode', qrLimit)
