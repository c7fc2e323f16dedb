import { createForm, onFieldValueChange } from '@formily/core'
import { Field, FormProvider, observer, useForm } from '@formily/react'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'

/** For each page: how often it was drawn, mounted and loaded, functions that write its address, and the state of its location. */
export const seen = {
  drawn: new Map<string, number>(),
  asked: new Map<string, number>(),
  write: new Map<string, (params: Record<string, string>) => void>(),
  go: new Map<string, (to: string, state?: unknown) => void>(),
  state: new Map<string, unknown>(),
}
const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

const Sheet = ({ path }: { path: string }) => {
  count(seen.drawn, path)
  return null
}

function ListPage({ path }: { path: string }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  seen.write.set(path, (next) => setParams(next, { replace: true }))
  seen.go.set(path, (to, state) => void navigate(to, { state }))
  seen.state.set(path, useLocation().state)
  const { data } = useQuery({
    queryKey: [path],
    queryFn: () => {
      count(seen.asked, path)
      return '有'
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label={path}>
      <output>{`第${params.get('page') ?? '1'}页${data ?? ''}`}</output>
      <Sheet path={path} />
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Modal open={isOpen} title={`${path}的窗口`} footer={null} onCancel={() => setOpen(false)} />
    </section>
  )
}

const Doubled = observer(() => <output aria-label="双倍">{String(useForm().values.twice ?? '')}</output>)

function FormPage() {
  const [form] = useState(() =>
    createForm({
      effects: () =>
        onFieldValueChange('once', ({ value }, of) => of.setValuesIn('twice', `${value}${value}`)),
    }),
  )
  useUnsaved(
    () => form.values.once !== undefined && form.values.once !== '',
    () => form.setValuesIn('once', ''),
  )
  return (
    <FormProvider form={form}>
      <Field name="once" component={[Line]} />
      <Doubled />
    </FormProvider>
  )
}

const Line = ({ value = '', onChange }: { value?: string; onChange?(value: string): void }) => (
  <input aria-label="一次" value={value} onChange={(event) => onChange?.(event.target.value)} />
)

export function TestPages() {
  const { pathname } = useLocation()
  return pathname === '/form' ? <FormPage /> : <ListPage path={pathname} />
}
