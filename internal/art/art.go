// Package art draws covers for things that have none: eight motifs in ten
// palettes, generated from a seed, so that the same name always looks the same.
// web/src/lib/art.ts draws the same pictures from the same seeds; change both
// together.
package art

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/jpeg"
)

const (
	// version is part of a picture's name. Raise it when seeds change their
	// look.
	version = 1
	quality = 88 // of JPEGs: the shapes have sharp edges
)

// side is the width and height of a picture in the units of the motifs.
const side = 400

// Draw draws the art for a seed with size by size pixels. onLight is for the light
// theme: the background is light.
func Draw(seed string, onLight bool, size int) image.Image {
	r := randomFrom(seed)
	motif := motifs[int(r.next()*float64(len(motifs)))]
	c := &canvas{dst: image.NewRGBA(image.Rect(0, 0, size, size)), scale: float64(size) / side, onLight: onLight}
	p := paletteOf(seed)
	if onLight {
		p = p.reversed()
	}
	motif(c, p, r)
	return c.dst
}

// JPEG returns the art for a seed as a JPEG file.
func JPEG(seed string, onLight bool, size int) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, Draw(seed, onLight, size), &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode art: %w", err)
	}
	return out.Bytes(), nil
}

// Name identifies the art for a seed among pictures. It has 16 characters and
// begins with a letter that is not a hexadecimal digit.
func Name(seed string, onLight bool) string {
	variant := ""
	if onLight {
		variant = "l"
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%d%s %s", version, variant, seed)
	return fmt.Sprintf("g%015x", h.Sum64()&(1<<60-1))
}

// palette is ground, deep, middle, bright and spark.
type palette struct{ ground, deep, middle, bright, spark color.NRGBA }

// reversed returns the palette for the light theme: the background is its lightest
// colour.
func (p palette) reversed() palette { return palette{p.spark, p.bright, p.middle, p.deep, p.ground} }

var palettes = [...]palette{
	paletteFrom(0x3d1d33, 0x6d2a4b, 0xc23b66, 0xf4a873, 0xffe3c2), // dusk
	paletteFrom(0x0f2f38, 0x17525a, 0x2a9d98, 0xf4745c, 0xf6ead7), // lagoon
	paletteFrom(0x232b1f, 0x3f5a2b, 0x84a547, 0xdfe07a, 0xf4efdc), // meadow
	paletteFrom(0x17203f, 0x24408f, 0x3f6df0, 0x9ed0ff, 0xf3f6ff), // river
	paletteFrom(0x2a1f17, 0x5b3f29, 0xb0763f, 0xe9c27d, 0xf7ecd9), // kiosk
	paletteFrom(0x2b1020, 0x7d1f2f, 0xd9432f, 0xff9d7a, 0xffe6da), // lantern
	paletteFrom(0x1b1a2e, 0x3b2f63, 0x7c5cc4, 0xc9a7f5, 0xf2eaff), // violet hour
	paletteFrom(0x101418, 0x2c343c, 0x5c6873, 0xa9b4bd, 0xeef1f3), // static
	paletteFrom(0x2d1c10, 0x7a3b12, 0xe0711f, 0xffc04d, 0xfff0cf), // ember
	paletteFrom(0x0c2a22, 0x125844, 0x2aa876, 0xb8e08c, 0xeefbe0), // fern
}

func paletteFrom(ground, deep, middle, bright, spark int) palette {
	return palette{hex(ground), hex(deep), hex(middle), hex(bright), hex(spark)}
}

func hex(rgb int) color.NRGBA {
	return color.NRGBA{byte(rgb >> 16), byte(rgb >> 8), byte(rgb), 255}
}

// paletteOf returns the palette for a seed.
func paletteOf(seed string) palette {
	return palettes[int(randomFrom(seed+" colours").next()*float64(len(palettes)))]
}

// random is Tommy Ettinger's mulberry32 generator: small, evenly distributed
// and repeatable.
type random struct{ state uint32 }

// randomFrom starts at the FNV-1a hash of the seed's characters.
func randomFrom(seed string) *random {
	a := uint32(2166136261)
	for _, c := range seed {
		a = (a ^ uint32(c)) * 16777619
	}
	return &random{a}
}

// next returns a number from 0 up to but excluding 1.
func (r *random) next() float64 {
	r.state += 0x6d2b79f5
	a := r.state
	x := (a ^ a>>15) * (1 | a)
	x = (x + (x^x>>7)*(61|x)) ^ x
	return float64(x^x>>14) / (1 << 32)
}

// between returns a number from low up to but excluding low+span.
func (r *random) between(low, span float64) float64 { return low + r.next()*span }
