import Type from 'typebox'
import { Optional, Text } from '../shape.ts'

export const SourceParams = Type.Object({ source: Type.String({ pattern: '^[A-Za-z0-9]{1,20}$' }) })

const nonce = Type.String({ pattern: '^[A-Za-z0-9_-]{16,100}$' })

export const RenderQuery = Type.Object({
  nonce,
  back: Type.Optional(Type.Union([Type.Literal('login'), Type.Literal('account')])),
})

export const CallbackQuery = Type.Object({
  code: Type.Optional(Text(2000)),
  state: Type.Optional(Text(100)),
  /** The issuer that answers (RFC 9207). */
  iss: Type.Optional(Text(500)),
})

export const LoginUserParams = Type.Object({ token: Text(100), thirdType: Text(20) })
export type LoginUserParams = Type.Static<typeof LoginUserParams>

export const NonceQuery = Type.Object({ nonce: Type.Optional(Text(100)) })
export type NonceQuery = Type.Static<typeof NonceQuery>

export const BindPhoneBody = Type.Object({
  mobile: Text(45),
  captcha: Text(20),
  thirdUserUuid: Text(100),
  ticket: Optional(100),
})

export const BindPasswordBody = Type.Object({
  uuid: Text(100),
  username: Text(100),
  password: Text(1000),
  ticket: Optional(100),
})
