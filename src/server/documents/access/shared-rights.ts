import { getPerm } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ValidDocument } from '../validate.ts'

/**
 * The screen whose data rules and column rights bind a document: an overlay with the `perm` of its base has the base's rights,
 * so what a role may not see there is hidden here too. Any other document has rights of its own.
 */
export function getRightsOwner(id: string, find: (id: string) => ValidDocument | undefined): string {
  const findScreen = (sound: ValidDocument | undefined) => sound && asDocumentWith(sound.document, 'hasTable')
  let owner = id
  for (;;) {
    const sound = find(owner)
    const screen = findScreen(sound)
    const baseId = sound?.overlay?.extends
    const base = typeof baseId === 'string' ? findScreen(find(baseId)) : undefined
    if (!screen || !base || getPerm(screen) !== getPerm(base)) return owner
    owner = base.id
  }
}
