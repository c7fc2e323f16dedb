import { useState } from 'react'
import type { PublicReceipt } from '#runtime/schema/kinds/screen/public/view.ts'

interface Props {
  receipt: PublicReceipt
  onAnother(): void
}

/** The number of a submission, and the link to its state, to keep or to print. */
export function Receipt({ receipt: { number, done, secret, expires }, onAnother }: Props) {
  const [isCopied, setCopied] = useState(false)
  // The secret stays behind the #: browsers do not send that part to servers, nor to other sites.
  const link = secret && `${location.origin}/public/state#${secret}`
  return (
    <section className="app-receipt" aria-live="polite">
      <p>{done ?? '提交成功'}</p>
      <dl>
        <dt>受理编号</dt>
        <dd className="app-number">{number}</dd>
        {link && (
          <>
            <dt>查看进度</dt>
            <dd>
              <a href={link}>{link}</a>
            </dd>
          </>
        )}
      </dl>
      {link && <p className="app-hint">有这个链接的人都能看到进度，请自己留好，{expires} 之前有效。</p>}
      <div className="app-beside">
        {link && (
          <button
            type="button"
            className="app-link"
            onClick={() =>
              void navigator.clipboard?.writeText(link).then(
                () => setCopied(true),
                () => undefined,
              )
            }
          >
            {isCopied ? '已复制' : '复制链接'}
          </button>
        )}
        <button type="button" className="app-link" onClick={() => window.print()}>
          打印
        </button>
        <button type="button" className="app-link" onClick={onAnother}>
          再填一份
        </button>
      </div>
    </section>
  )
}
