import type { PrintedBlock } from '../printed-block.ts'
import type { PrintBlockPlan } from './block-plan.ts'

const DEFAULT_HEIGHT = 30
/** The pictures of a field that are printed. */
const MAX_PICTURES = 20

/** The paths of uploaded pictures that a PDF can have too; pictures of other addresses are not requested. */
const printablePath = /^[a-z0-9]{1,20}\/[0-9a-f]{32}\.(png|jpe?g)$/

/** The fixed picture, or each picture of the field; a file that is none is a text that says so. */
export const picturePlan: PrintBlockPlan<'picture'> = {
  compile({ field: key, file, height = DEFAULT_HEIGHT, width, align }, { record, env, field }) {
    const found = key === undefined ? undefined : field(key)
    const type = found && env.types.get(found.type)
    const value = found && type?.fromWire(record[found.key], found)
    const stored: readonly string[] = (value && type?.filePaths?.(value)) || []
    const paths = file === undefined ? stored : [file]
    return paths
      .slice(0, MAX_PICTURES)
      .map(
        (path): PrintedBlock =>
          printablePath.test(path)
            ? { type: 'picture', path, height, ...(width && { width }), ...(align && { align }) }
            : { type: 'text', size: 'small', text: '（只能印上传到本系统的 JPG 和 PNG 图片）' },
      )
  },
}
