/** An S3 server, and the bucket in which the uploaded files are. */
export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The address of the server for browsers, which then read downloads from it; empty: through this server only. */
  publicEndpoint: string
}

const refuse = (name: string, text: string): never => {
  throw new Error(`${name}=${text}`)
}

function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, ''))
    return refuse(name, `${text} 不能识别：应为来源，如 https://s3.example:9000`)
  return url.origin
}

/** `S3_ENDPOINT` with its bucket and keys; undefined where files are on the disk. */
export function readS3(env: Readonly<Record<string, string | undefined>>): S3Config | undefined {
  const text = (name: string) => env[name]?.trim() ?? ''
  const endpoint = text('S3_ENDPOINT')
  if (endpoint === '') return undefined
  const required = (name: string) => text(name) || refuse(name, ' 没有写：与 S3_ENDPOINT 一起写')
  const publicEndpoint = text('S3_PUBLIC_ENDPOINT')
  return {
    endpoint: readOrigin('S3_ENDPOINT', endpoint),
    region: text('S3_REGION') || 'us-east-1',
    bucket: required('S3_BUCKET'),
    accessKey: required('S3_ACCESS_KEY'),
    secretKey: required('S3_SECRET_KEY'),
    publicEndpoint: publicEndpoint === '' ? '' : readOrigin('S3_PUBLIC_ENDPOINT', publicEndpoint),
  }
}
