package board

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
)

//go:generate go test -run "TestBundle|TestTypes" -update .

//go:embed built/board.js
var script []byte

//go:embed built/board.css
var styles string

// ScriptName is the name of the script, with a hash of it, so that browsers may keep it for ever.
var ScriptName = "board-" + ShortHash(script) + ".js"

// ShortHash returns a hash of a file, for a name under which browsers may keep it for ever.
func ShortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// Asset returns a file that the page asks for, by its name. Names hold a hash of the content: serve
// them with "Cache-Control: public, max-age=31536000, immutable".
func Asset(name string) (content []byte, ok bool) {
	if name != ScriptName {
		return nil, false
	}
	return script, true
}

// StyleHash is the hash of the page's styles, which its Content-Security-Policy has to allow besides 'self'. They are
// part of the page, so that its first paint needs no second request:
//
//	default-src 'self'; style-src 'self' 'sha256-…'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
var StyleHash = func() string {
	sum := sha256.Sum256([]byte(styles))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()
