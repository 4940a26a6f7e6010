import Foundation

extension PortableNames {
    /// The types of Foundation that archives may name, by their names in archives.
    static let types: [String: Any.Type] = {
        var types: [String: Any.Type] = [
            "AffineTransform": AffineTransform.self, "AttributedString": AttributedString.self,
            "CGFloat": CGFloat.self, "CGPoint": CGPoint.self, "CGRect": CGRect.self, "CGSize": CGSize.self,
            "Calendar": Calendar.self, "CharacterSet": CharacterSet.self, "Data": Data.self, "Date": Date.self,
            "DateComponents": DateComponents.self, "DateInterval": DateInterval.self, "Decimal": Decimal.self,
            "Dimension": Dimension.self, "IndexPath": IndexPath.self, "IndexSet": IndexSet.self,
            "Locale": Locale.self, "NSRange": NSRange.self, "PersonNameComponents": PersonNameComponents.self,
            "TimeZone": TimeZone.self, "URL": URL.self, "URLComponents": URLComponents.self, "UUID": UUID.self,
            "Unit": Unit.self, "UnitAcceleration": UnitAcceleration.self, "UnitAngle": UnitAngle.self,
            "UnitArea": UnitArea.self, "UnitConcentrationMass": UnitConcentrationMass.self,
            "UnitDispersion": UnitDispersion.self, "UnitDuration": UnitDuration.self,
            "UnitElectricCharge": UnitElectricCharge.self, "UnitElectricCurrent": UnitElectricCurrent.self,
            "UnitElectricPotentialDifference": UnitElectricPotentialDifference.self,
            "UnitElectricResistance": UnitElectricResistance.self, "UnitEnergy": UnitEnergy.self,
            "UnitFrequency": UnitFrequency.self, "UnitFuelEfficiency": UnitFuelEfficiency.self,
            "UnitIlluminance": UnitIlluminance.self, "UnitInformationStorage": UnitInformationStorage.self,
            "UnitLength": UnitLength.self, "UnitMass": UnitMass.self, "UnitPower": UnitPower.self,
            "UnitPressure": UnitPressure.self, "UnitSpeed": UnitSpeed.self, "UnitTemperature": UnitTemperature.self,
            "UnitVolume": UnitVolume.self,
        ]
        #if canImport(CoreGraphics)
        types["CGVector"] = CGVector.self
        #endif
        return Dictionary(types.map { ("Foundation." + $0, $1) }) { first, _ in first }
    }()
}
