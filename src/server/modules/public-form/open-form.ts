import { fieldValues } from '#runtime/fields/values.ts'
import type { PublicForm } from '#runtime/schema/kinds/screen/public/shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { tenantRule } from '../../records/access/tenant-rule.ts'
import { buildCaller, type Caller } from '../../records/caller.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { documentUser, systemAuthor } from '../../records/then/author.ts'

/** A screen with a public form. */
export interface OpenForm {
  resource: Resource
  form: PublicForm
  /** The author of its records: the system, with the rights of the document, in the tenant that the form names. */
  user: SessionUser
  caller: Caller
}

const refuse = defineRefusals({ PUBLIC_FORM_MISSING: '没有这个表单，或者它已经停用' })

/** The public form of a screen. The answer is the same for a screen without one and for none at all. */
export function openForm(services: RecordServices, id: string): OpenForm {
  const entry = services.documents.screen(id)
  const form = entry?.document.public
  if (!entry || !form) throw refuse('PUBLIC_FORM_MISSING')
  const user = documentUser({ ...systemAuthor, ...(form.tenant !== undefined && { tenantId: form.tenant }) })
  return {
    resource: getResource(entry.document, entry.documentHash, fieldValues),
    form,
    user,
    caller: { ...buildCaller(user, services), rules: (resource) => tenantRule(resource, user) },
  }
}
