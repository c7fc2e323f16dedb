import Type from 'typebox'
import { Text } from '../../../../language/base.ts'
import { optional, required, withUse, words } from '../../../../language/property.ts'
import { type BlockOf, defineBlockShape } from '../block-shape.ts'
import { checkLinks } from '../check-link.ts'
import { href, links, needs, place, title } from '../parts.ts'

/** What came of something: a mark or a number, the reasons, the ways on. */
export const resultShape = defineBlockShape({
  name: 'result',
  shape: {
    title: withUse({ isCommon: true }, required(...title)),
    ...place,
    needs,
    status: withUse(
      { isCommon: true },
      required(
        '结果',
        '',
        'success',
        words({
          success: '成功',
          error: '失败',
          warning: '注意',
          info: '说明',
          403: '无权访问',
          404: '没有这一页',
          500: '服务器出错',
        }),
      ),
    ),
    text: withUse({ isCommon: true }, optional('文字', '显示的文字', '欢迎', Text)),
    reasons: optional(
      '原因',
      '下面逐条列出的话',
      ['您的账户已被冻结'],
      Type.Array(Text, { minItems: 1, uniqueItems: true }),
    ),
    links: withUse({ isCommon: true }, optional(...links)),
    print: optional('打印', '有打印这一页的按钮', true, Type.Boolean()),
    href,
  },
  check: checkLinks,
})

export type ResultBlock = BlockOf<typeof resultShape>
