import { type FormEvent, useState } from 'react'
import type { Tenant } from '#client/session/sign-in.ts'
import { SubmitButton } from './fields/SubmitButton.tsx'

interface Props {
  tenants: readonly Tenant[]
  onChoose(id: string): void
}

/** A user with several tenants chooses one; the session starts after that. */
export function TenantChoice({ tenants, onChoose }: Props) {
  const [tenantId, setTenantId] = useState(tenants[0]?.id ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChoose(tenantId)
  }
  return (
    <form onSubmit={submit}>
      <fieldset className="app-tenants">
        <legend>您属于多个租户，请选择当前租户</legend>
        {tenants.map(({ id, name }, at) => (
          <label key={id}>
            <input
              type="radio"
              name="tenant"
              value={id}
              checked={id === tenantId}
              // biome-ignore lint/a11y/noAutofocus: it replaces the form that had the focus
              autoFocus={at === 0}
              onChange={() => setTenantId(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <SubmitButton isBusy={false} busyText="">
        进入
      </SubmitButton>
    </form>
  )
}
