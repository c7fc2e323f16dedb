import { QRCode } from 'antd'
import { MAX_QR_LENGTH } from './values.ts'

/** The light margin by which scanners find a code, in pixels; it matters on a dark page. */
const QUIET_ZONE = 8

interface Props {
  text: string
  label: string
  size?: number
}

/**
 * The QR code itself; a text too long for one shows a message instead. Dark on light in both themes, otherwise
 * scanners fail.
 */
export function Code({ text, label, size = 160 }: Props) {
  if ([...text].length > MAX_QR_LENGTH) return <span>内容过长，无法生成二维码</span>
  return (
    <div
      role="img"
      aria-label={`${label}的二维码`}
      style={{ width: 'fit-content', padding: QUIET_ZONE, background: '#fff' }}
    >
      <div aria-hidden>
        <QRCode type="svg" value={text} size={size} color="#000" bgColor="#fff" bordered={false} />
      </div>
    </div>
  )
}
