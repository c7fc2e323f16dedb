import { permOf } from '#runtime/schema/derive.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { ValidDocument } from '../validate.ts'

/**
 * The screen whose data rules and column rights bind a document: an overlay with the `perm` of its base has the base's rights,
 * so what a role may not see there is hidden here too. Any other document has rights of its own.
 */
export function rightsOwnerOf(id: string, find: (id: string) => ValidDocument | undefined): string {
  const screenOf = (sound: ValidDocument | undefined) => sound && ofKind(sound.document, 'screen')
  let owner = id
  for (;;) {
    const sound = find(owner)
    const screen = screenOf(sound)
    const baseId = sound?.overlay?.extends
    const base = typeof baseId === 'string' ? screenOf(find(baseId)) : undefined
    if (!screen || !base || permOf(screen) !== permOf(base)) return owner
    owner = base.id
  }
}
