import Type from 'typebox'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import { needKey } from '../../../checks/source-key.ts'
import { Key } from '../../../language/base.ts'
import { optional, withUse } from '../../../language/property.ts'
import { printDesigns } from '../designs.ts'
import { align, definePrintBlockShape, heightText, type PrintBlockContext } from './block-shape.ts'

/** A picture of the record, or one that is the same for all records; JPEG or PNG, as files of this system only. */
export const pictureShape = definePrintBlockShape({
  name: 'picture',
  title: printDesigns.picture.title,
  shape: {
    field: withUse({ isCommon: true }, optional('图片字段', '印这个字段里的图片', 'fimg', Key)),
    file: withUse(
      { isCommon: true },
      optional(
        '固定图片',
        '馆徽、印章这样每张都一样的图片：上传的 JPG 或 PNG 的路径；与图片字段写一个',
        'temp/0123456789abcdef0123456789abcdef.png',
        Type.String({ pattern: '^[a-z0-9]{1,20}/[0-9a-f]{32}\\.(png|jpe?g)$' }),
      ),
    ),
    height: withUse(
      { isCommon: true },
      optional(...heightText, 30, Type.Integer({ minimum: 4, maximum: 250 })),
    ),
    width: optional(
      '宽',
      '毫米，图片不超过这个宽；缺省到版心的宽',
      40,
      Type.Integer({ minimum: 4, maximum: 400 }),
    ),
    align,
  },
  check,
})

function check({ field, file }: JsonObject, context: PrintBlockContext): void {
  const { head, knownNames, report, screenId, path, types } = context
  if ((field === undefined) === (file === undefined)) {
    const text = 'field 和 file 要写一个：field 印记录里的图片，file 印固定的图片'
    report(path, { code: 'BAD_VALUE', text })
    return
  }
  const key = asText(field)
  if (key === undefined) return
  const place = [...path, 'field']
  needKey(knownNames, report, place, screenId, key)
  const type = asText(head.byKey.get(key)?.type)
  if (type === undefined || !types.has(type) || types.get(type)?.filePaths !== undefined) return
  const text = `「${key}」不是存图片的字段，请换一个，或改用 fields`
  report(place, { code: 'BAD_VALUE', text })
}
