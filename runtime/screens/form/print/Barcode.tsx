import { code128, drawingSVG, ean13 } from 'bwip-js/browser'
import type { BarcodeFormat } from '#runtime/schema/kinds/print/blocks/codes.ts'

interface Props {
  text: string
  format: BarcodeFormat
  /** In millimetres. */
  height: number
}

const encoders = { code128, ean13 }

/** A barcode with its text below. */
export function Barcode({ text, format, height }: Props) {
  const svg = encoders[format]({ bcid: format, text, height }, drawingSVG())
  return (
    <span className="pro-print-code">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" style={{ height: `${height}mm` }} />
      <small>{text}</small>
    </span>
  )
}
