package main

import (
	"bytes"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// sbomOf lists what the program is made of, as CycloneDX has it.
func sbomOf(modules []module, version string, date time.Time) ([]byte, error) {
	var components []cyclonedx.Component
	for _, m := range modules {
		c := component(cyclonedx.ComponentTypeLibrary, m.path, m.version)
		var licences cyclonedx.Licenses
		for _, id := range m.licences {
			licences = append(licences, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
		}
		c.Licenses = &licences
		components = append(components, c)
	}
	program := component(cyclonedx.ComponentTypeApplication, "github.com/gridkeeper/gridkeeper", version)
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: date.Format(time.RFC3339), Component: &program}
	bom.Components = &components
	var out bytes.Buffer
	err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}

func component(kind cyclonedx.ComponentType, path, version string) cyclonedx.Component {
	url := "pkg:golang/" + path + "@" + version
	return cyclonedx.Component{Type: kind, BOMRef: url, Name: path, Version: version, PackageURL: url}
}
