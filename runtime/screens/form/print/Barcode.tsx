import { code128, drawingSVG } from 'bwip-js/browser'

/** A Code 128 barcode of this height in millimetres, with its text below. A text that it cannot contain is printed alone. */
export function Barcode({ text, height }: { text: string; height: number }) {
  const picture = drawPicture(text, height)
  return (
    <span className="pro-print-code">
      {picture && <img src={picture} alt="" style={{ height: `${height}mm` }} />}
      <small>{text}</small>
    </span>
  )
}

/** The bars as the address of an SVG picture; undefined for characters outside Code 128. */
function drawPicture(text: string, height: number): string | undefined {
  try {
    return `data:image/svg+xml,${encodeURIComponent(code128({ bcid: 'code128', text, height }, drawingSVG()))}`
  } catch {
    return undefined
  }
}
