import Type from 'typebox'

const Text = (maxLength: number) => Type.String({ maxLength })

/** Keys the contract's clients also send are accepted and, until a captcha is asked for, ignored. */
export const LoginBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
  captcha: Type.Optional(Type.Union([Text(20), Type.Null()])),
  checkKey: Type.Optional(Type.Union([Text(100), Type.Number(), Type.Null()])),
})
export type LoginBody = Type.Static<typeof LoginBody>

export const CaptchaParams = Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }) })
export type CaptchaParams = Type.Static<typeof CaptchaParams>

export const SelectDepartBody = Type.Object({ orgCode: Type.String({ minLength: 1, maxLength: 64 }) })
export type SelectDepartBody = Type.Static<typeof SelectDepartBody>

export const UpdatePasswordBody = Type.Object({
  username: Type.Optional(Text(100)),
  oldpassword: Text(1000),
  password: Text(1000),
  confirmpassword: Text(1000),
})
export type UpdatePasswordBody = Type.Static<typeof UpdatePasswordBody>
