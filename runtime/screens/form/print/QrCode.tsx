import { QRCode } from 'antd'

const PIXELS = 240

/** A QR code of this height in millimetres. Black on white in the dark look too, so that a reader finds it. */
export const QrCode = ({ text, height }: { text: string; height: number }) => (
  <span className="pro-print-code" style={{ width: `${height}mm`, height: `${height}mm` }}>
    <QRCode type="svg" value={text} size={PIXELS} color="black" bgColor="white" bordered={false} />
  </span>
)
