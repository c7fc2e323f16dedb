declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    spec: object
    domNode: HTMLElement
    /** The methods that can be tried in the page. */
    supportedSubmitMethods: readonly string[]
    docExpansion: 'list' | 'full' | 'none'
    defaultModelsExpandDepth: number
  }
  export default function SwaggerUI(options: Options): unknown
}
