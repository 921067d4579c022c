import { type Logo, logoRasterSize } from '#contract/logo.ts'
import { atBackend } from '#web/lib/api/api-client.ts'

/**
 * The PNG of an SVG logo for mails and documents, drawn from the picture that the server has made safe. Undefined where
 * this browser cannot draw it, forbids reading its drawing, or draws nothing.
 */
export async function drawLogoRaster(logo: Logo): Promise<File | undefined> {
  try {
    const image = new Image()
    image.src = atBackend(logo.path)
    await image.decode()
    const canvas = document.createElement('canvas')
    const { width, height } = Object.assign(canvas, logoRasterSize(logo))
    const surface = canvas.getContext('2d')
    // Browsers that protect against canvas fingerprinting invent pixels, even on an empty canvas.
    if (!surface || hasInk(surface)) return undefined
    surface.drawImage(image, 0, 0, width, height)
    if (!hasInk(surface)) return undefined
    const content = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
    return content ? new File([content], 'logo.png', { type: 'image/png' }) : undefined
  } catch (error) {
    // A picture that cannot be decoded, a size without pixels, or a picture of another origin.
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function hasInk(surface: CanvasRenderingContext2D): boolean {
  const { data } = surface.getImageData(0, 0, surface.canvas.width, surface.canvas.height)
  return data.some((value, at) => at % 4 === 3 && value > 0)
}
