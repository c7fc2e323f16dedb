/** The barcodes that can be printed, by their names in bwip-js. */
export const barcodeFormats = { code128: 'Code 128', ean13: 'EAN-13' } as const

export type BarcodeFormat = keyof typeof barcodeFormats

/** The check digit of the first 12 digits of an EAN-13 code. */
const checkDigit = (digits: string): number => {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** Why a text cannot be printed as a barcode; undefined where it can. */
export function barcodeFault(text: string, format: BarcodeFormat): string | undefined {
  if (format === 'ean13') {
    const isCode = /^\d{12,13}$/.test(text) && (text.length === 12 || Number(text[12]) === checkDigit(text))
    return isCode ? undefined : '不是 EAN-13 编码'
  }
  // Code 128 has no letters but those of ASCII.
  return /^[\x20-\x7e]*$/.test(text) ? undefined : '有条码印不了的字'
}
