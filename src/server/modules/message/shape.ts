import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'

export const SendBody = Type.Object({
  templateCode: Type.String({ minLength: 1, maxLength: 32 }),
  testData: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
  receiver: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  msgType: Type.Enum(['1', '2', '3', '4', '5']),
})
export type SendBody = Type.Static<typeof SendBody>

export const MessageQuery = Type.Object({ id: Id })
