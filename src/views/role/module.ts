import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The rights of roles. */
export const roleModule = defineClientModule({
  actionViews: {
    'role-grants': lazyPart(async () => (await import('./RoleGrants.tsx')).RoleGrants),
  },
})
