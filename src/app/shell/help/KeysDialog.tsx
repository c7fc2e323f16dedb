import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Fragment, useState } from 'react'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { loadKeyGroups } from './all-keys.ts'
import './help.css'

/** The keys of the application. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const [isOpen, setOpen] = useState(true)
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: loadKeyGroups,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal
      open={isOpen}
      title="快捷键"
      width={760}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="app-keys" aria-label="快捷键" tabIndex={0}>
        {error && <LoadFailure title="快捷键没有加载出来" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <TextSkeleton rows={12} />}
        <div>
          {data?.map(({ title, place, commands }) => (
            <section key={title}>
              <h2>
                {title}
                <small>{place}</small>
              </h2>
              <dl>
                {commands.map((command) => (
                  <Fragment key={`${command.id} ${command.title}`}>
                    <dt>
                      <kbd>{keyLabel(command)}</kbd>
                    </dt>
                    <dd>{command.title}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
    </Modal>
  )
}
