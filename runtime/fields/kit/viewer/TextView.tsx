import { Alert } from 'antd'
import { bytesText } from '../files/bytes-text.ts'

interface Props {
  text: string
  /** The file is longer. */
  isCut: boolean
  size: number
}

export const TextView = ({ text, isCut, size }: Props) => (
  <div className="pro-view-part">
    {isCut && (
      <Alert banner type="info" message={`文件有 ${bytesText(size)}，这里只显示开头一段，请下载后查看全文`} />
    )}
    <pre
      className="pro-view-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
    >
      {text || '（空文件）'}
    </pre>
  </div>
)
