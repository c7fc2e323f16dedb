import {
  Cartesian2,
  Cartesian3,
  Color,
  Credit,
  CreditDisplay,
  DistanceDisplayCondition,
  Globe,
  ImageryLayer,
  LabelCollection,
  LabelStyle,
  PointPrimitiveCollection,
  Scene,
  TileMapServiceImageryProvider,
  Transforms,
} from '@cesium/engine'
import { globeFiles } from './globe-files.ts'
import { type Place, places } from './places.ts'

/** A drawn globe and the functions to move it. */
export interface DrawnGlobe {
  flyTo(place: Place): void
  zoom(way: 'in' | 'out'): void
  /** Back to the whole globe. */
  home(): void
  end(): void
}

/** The functions for drawing frames by hand; the package's types lack them. */
type Drawing = Scene & { pixelRatio: number; initializeFrame(): void }

// No logo to fetch, and no star tables: neither is drawn.
CreditDisplay.cesiumCredit = new Credit('')
Object.assign(Transforms, { iau2006XysData: { computeXysRadians: () => undefined } })

const homeView = Cartesian3.fromDegrees(118, 26, 9_000_000)
const overPlace = 900_000
/** The imagery has three levels only: no closer view has more detail. */
const nearest = 250_000
const farthest = 24_000_000
const motion = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Draws the globe from the imagery on this server; requests no other server. */
export function drawGlobe(canvas: HTMLCanvasElement): DrawnGlobe {
  const scene = new Scene({
    canvas,
    // The imagery is in the public domain and credited beside the globe.
    creditContainer: document.createElement('div'),
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    scene3DOnly: true,
    // Many office machines draw without a graphics card.
    msaaSamples: 1,
  }) as Drawing
  scene.globe = new Globe()
  scene.globe.baseColor = Color.fromCssColorString('#8fa9b8')
  scene.backgroundColor = Color.fromCssColorString('#0d1217')
  scene.imageryLayers.add(
    ImageryLayer.fromProviderAsync(
      TileMapServiceImageryProvider.fromUrl(`${globeFiles}/Assets/Textures/NaturalEarthII`, {
        fileExtension: 'jpg',
      }),
      {},
    ),
  )
  const { screenSpaceCameraController: control } = scene
  control.minimumZoomDistance = nearest
  control.maximumZoomDistance = farthest
  addPlaces(scene)

  const resize = () => {
    const ratio = Math.min(window.devicePixelRatio, 2)
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio))
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio))
    scene.pixelRatio = ratio
    Object.assign(scene.camera.frustum, { aspectRatio: canvas.width / canvas.height })
    scene.requestRender()
  }
  const observer = new ResizeObserver(resize)
  observer.observe(canvas)
  resize()
  scene.camera.setView({ destination: homeView })

  let frame = 0
  const turn = () => {
    scene.initializeFrame()
    scene.render()
    frame = requestAnimationFrame(turn)
  }
  turn()

  const fly = (destination: Cartesian3) =>
    motion.matches
      ? scene.camera.setView({ destination })
      : scene.camera.flyTo({ destination, duration: 1.6 })
  return {
    flyTo: ({ longitude, latitude }) => fly(Cartesian3.fromDegrees(longitude, latitude, overPlace)),
    zoom(way) {
      const { camera } = scene
      const { height, longitude, latitude } = camera.positionCartographic
      const newHeight = Math.min(farthest, Math.max(nearest, way === 'in' ? height / 1.6 : height * 1.6))
      camera.setView({ destination: Cartesian3.fromRadians(longitude, latitude, newHeight) })
      scene.requestRender()
    },
    home: () => fly(homeView),
    end() {
      cancelAnimationFrame(frame)
      observer.disconnect()
      scene.destroy()
    },
  }
}

function addPlaces(scene: Scene): void {
  const points = scene.primitives.add(new PointPrimitiveCollection()) as PointPrimitiveCollection
  const labels = scene.primitives.add(new LabelCollection()) as LabelCollection
  for (const { name, longitude, latitude } of places) {
    const position = Cartesian3.fromDegrees(longitude, latitude)
    points.add({ position, pixelSize: 6, color: Color.fromCssColorString('#b23a2e'), outlineWidth: 1 })
    labels.add({
      position,
      text: name,
      font: '13px sans-serif',
      fillColor: Color.WHITE,
      outlineColor: Color.fromCssColorString('#18222d'),
      outlineWidth: 3,
      style: LabelStyle.FILL_AND_OUTLINE,
      pixelOffset: new Cartesian2(6, -10),
      distanceDisplayCondition: new DistanceDisplayCondition(0, 3_500_000),
    })
  }
}
