import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'

export const SendBody = Type.Object({
  templateCode: Type.String({ minLength: 1, maxLength: 32 }),
  testData: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
  receiver: Type.String({ maxLength: 200 }),
  msgType: Type.Union([Type.Literal('1'), Type.Literal('2')]),
})

export const MessageQuery = Type.Object({ id: Id })
