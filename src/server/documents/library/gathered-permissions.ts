import type { PermissionRegistry, Registration } from '../services.ts'

type Registry = Pick<PermissionRegistry, 'register' | 'retire' | 'rows'>

/**
 * Gathers what the documents of a load register, so that one transaction writes it. Its rows are those after the writing,
 * as far as codes are concerned.
 */
export class GatheredPermissions implements Registry {
  #registrations: Registration[] = []
  #retired: string[] = []
  /** By code. */
  readonly #rows = new Map<string, Awaited<ReturnType<Registry['rows']>>[number]>()

  constructor(readonly registry: Registry) {}

  async register(...registrations: readonly Registration[]): Promise<void> {
    this.#registrations.push(...registrations)
    for (const { owner, codes } of registrations)
      for (const { code, title, isForeign } of codes)
        if (!isForeign || !(await this.rows()).some(({ perms }) => perms === code))
          this.#rows.set(code, { id: code, parentId: owner, name: title, perms: code })
  }

  async retire(...menuIds: readonly string[]): Promise<void> {
    this.#retired.push(...menuIds)
  }

  async rows() {
    return [...this.#rows.values(), ...(await this.registry.rows())]
  }

  async write(): Promise<void> {
    const [registrations, retired] = [this.#registrations, this.#retired]
    this.#registrations = []
    this.#retired = []
    await this.registry.retire(...retired)
    await this.registry.register(...registrations)
  }
}
